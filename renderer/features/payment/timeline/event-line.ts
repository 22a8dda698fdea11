/** One event of the journal as a line of a timeline. */
import { NotebookPen, SearchX, Send } from '@lucide/vue'
import type { Component } from 'vue'
import type { EntryEvent } from '#shared/model/history/history.ts'
import type { Translate } from '../../../i18n/index.ts'
import { kindIcons, type Kind } from '../../../ui/messages/kinds.ts'
import { timeBeside } from '../../../ui/values/time.ts'
import { kindOfStatus } from '../../shared/answer/headline.ts'
import { faultText } from '../../shared/timeline/fault-text.ts'

export interface TimelineLine {
  readonly icon: Component
  readonly kind: Kind
  readonly title: string
  /** Unchanged words of the gateway, such as an order stage. */
  readonly codes: readonly string[]
  readonly facts: readonly string[]
  readonly at: string
  /** Time since the line before; empty if it is not shown. */
  readonly after: string
  readonly reply: string | null
}

/** The texts that are not empty. */
export function filled(...texts: readonly (string | null)[]): string[] {
  return texts.filter((text): text is string => text !== null && text !== '')
}

/** The line of an event. */
export function eventLine(event: EntryEvent, t: Translate): TimelineLine {
  switch (event.kind) {
    case 'intent': return {
      icon: NotebookPen, kind: 'info', title: t('history.event.intent'), codes: [], at: event.at, after: '', reply: null,
      facts: filled(
        t('history.event.by', { who: event.who }),
        event.reason === null ? '' : t('history.event.reason', { reason: event.reason }),
      ),
    }
    case 'outcome': return {
      icon: event.outcome === 'unknown' ? kindIcons.unknown : Send, kind: event.outcome === 'unknown' ? 'unknown' : 'info',
      title: t(`history.event.outcome.${event.outcome}`), codes: filled(event.stage), at: event.at, after: '',
      reply: event.reply,
      facts: filled(
        faultText(event.outcome, event.fault, t), event.status, event.errorText,
        event.errorCode === null ? '' : t('history.event.code', { code: event.errorCode }),
        event.httpStatus === null ? '' : t('history.event.http', { status: event.httpStatus }),
        t('history.event.took', { seconds: (event.durationMs / 1000).toFixed(1) }),
      ),
    }
    case 'closing': return {
      icon: SearchX, kind: 'info', title: t(`history.event.closing.${event.closes}`), codes: [], at: event.at, after: '', reply: event.reply,
      facts: filled(
        t('history.event.by', { who: event.who }), t('history.event.reason', { reason: event.reason }),
        event.errorText, event.errorCode === null ? '' : t('history.event.code', { code: event.errorCode }),
      ),
    }
    case 'observation': {
      const kind = kindOfStatus(event.status)
      return {
        icon: kindIcons[kind], kind, title: t('history.event.observation', { status: event.status }),
        codes: filled(event.stage, event.step), at: event.at, after: '', reply: event.reply,
        facts: filled(
          event.errorText, event.errorCode === null ? '' : t('history.event.code', { code: event.errorCode }),
          event.resolves ? t('history.event.resolves') : '',
          event.repeats > 0 ? t('history.event.repeated', { count: event.repeats, time: timeBeside(event.lastAt, event.at) }) : '',
        ),
      }
    }
  }
}
