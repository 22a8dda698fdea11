import { expect, it } from 'vitest'
import Notice from '../../../renderer/ui/messages/Notice.vue'
import StatusPill from '../../../renderer/ui/messages/StatusPill.vue'
import { stateKind } from '../../../renderer/features/shared/entry/entry-state.ts'
import { kindOfStatus } from '../../../renderer/features/shared/answer/headline.ts'
import { show } from '../support/mount.ts'

const icon = (element: Element) => element.querySelector('svg')!.getAttribute('class')!

it('an unknown outcome has a question mark, a problem that needs attention a triangle', () => {
  expect(icon(show(StatusPill, { props: { kind: stateKind('unknown'), text: 'Unknown' } }).element)).toContain('question-mark')
  expect(icon(show(StatusPill, { props: { kind: kindOfStatus('unknown'), text: 'Unknown' } }).element)).toContain('question-mark')
  expect(icon(show(StatusPill, { props: { kind: stateKind('error'), text: 'Error' } }).element)).toContain('triangle')
})

it('an unknown outcome is announced immediately, like a warning', () => {
  for (const kind of ['unknown', 'warning', 'bad'] as const) {
    expect(show(Notice, { props: { kind, live: true } }).element.getAttribute('role')).toBe('alert')
  }
  expect(show(Notice, { props: { kind: 'wait', live: true } }).element.getAttribute('role')).toBe('status')
})
