/** The rows of a key's timeline: past steps, the next step, later steps. */
import type { KeyLife, KeyState, NextStep } from '#shared/model/keys/key-life.ts'
import type { LifeMoment } from '#shared/model/keys/life-steps.ts'
import type { Kind } from '../../ui/messages/kinds.ts'

export type TimelineRow =
  | { readonly kind: 'done'; readonly moment: LifeMoment }
  | { readonly kind: 'next'; readonly step: NextStep }
  | { readonly kind: 'later'; readonly step: NextStep }

const towardsUse: readonly NextStep[] = ['export', 'confirm-sent', 'test', 'use']
const towardsEnd: readonly NextStep[] = ['retire', 'destroy']

/** The rows, oldest first; future steps come last. */
export function rowsOf(life: Pick<KeyLife, 'moments' | 'next' | 'state'>): readonly TimelineRow[] {
  const { moments, next, state } = life
  const done = moments.map((moment) => ({ kind: 'done', moment }) as const)
  if (next === null) return done
  return [...done, { kind: 'next', step: next }, ...laterOf(next, state).map((step) => ({ kind: 'later', step }) as const)]
}

function laterOf(next: NextStep, state: KeyState): readonly NextStep[] {
  const path = [towardsUse, towardsEnd].find((steps) => steps.includes(next)) ?? []
  const later = path.slice(path.indexOf(next) + 1)
  return state === 'in-use' ? later.filter((step) => step !== 'use') : later
}

/** The kind of notice for a state. A key in use without a proof is not `good` yet. */
export function kindOfState({ state, isProven, reminder }: Pick<KeyLife, 'state' | 'isProven' | 'reminder'>): Kind {
  switch (state) {
    case 'in-use': return isProven && reminder === null ? 'good' : 'warning'
    case 'proven': return 'good'
    case 'exported':
    case 'waiting':
    case 'switched':
      return 'wait'
    case 'created':
    case 'retired':
    case 'destroyed':
      return 'info'
  }
}
