import { describe, expect, it } from 'vitest'
import { entryStates, type EntryState, type OutcomeKind } from '#shared/model/history/history.ts'
import type { Effect } from '#shared/gateway/operations/operations.ts'
import { stateAfterClosing, stateAfterObservation, stateAfterOutcome } from '../../../electron/journal/write/entry-state.ts'

const after = (effect: Effect, kind: OutcomeKind, status: string | null) =>
  stateAfterOutcome('sending', effect, { kind, status })

describe('the state after an outcome', () => {
  it.each<[Effect, OutcomeKind, string | null, EntryState]>([
    ['moves-money', 'accepted', null, 'processing'],
    ['moves-money', 'accepted', 'processing', 'processing'],
    ['moves-money', 'accepted', 'chain_declined', 'processing'],
    ['moves-money', 'accepted', 'unknown', 'processing'],
    ['moves-money', 'accepted', 'something new', 'processing'],
    ['moves-money', 'accepted', 'approved', 'approved'],
    ['holds-money', 'accepted', 'declined', 'declined'],
    ['moves-money', 'accepted', 'filtered', 'filtered'],
    ['moves-money', 'accepted', 'error', 'error'],
    ['moves-money', 'answered', null, 'processing'],
    ['moves-money', 'answered', 'approved', 'approved'],
    ['continues-order', 'accepted', null, 'answered'],
    ['continues-order', 'accepted', 'approved', 'answered'],
    ['continues-order', 'answered', null, 'answered'],
    ['continues-order', 'unknown', null, 'unknown'],
    ['continues-order', 'refused', null, 'refused'],
    ['registers', 'answered', null, 'answered'],
    ['registers', 'answered', 'approved', 'answered'],
    ['registers', 'answered', 'declined', 'failed'],
    ['reads', 'answered', 'declined', 'answered'],
    ['moves-money', 'refused', 'approved', 'refused'],
    ['moves-money', 'unknown', 'approved', 'unknown'],
    ['reads', 'access-denied', null, 'access-denied'],
    ['moves-money', 'not-sent', null, 'not-sent'],
  ])('%s, %s with status %s: %s', (effect, kind, status, state) => {
    expect(after(effect, kind, status)).toBe(state)
  })

  it('does not revert the result of an earlier resolving observation', () => {
    expect(stateAfterOutcome('approved', 'moves-money', { kind: 'unknown', status: null })).toBe('approved')
  })
})

describe('the state after an observation', () => {
  it.each<EntryState>(['sending', 'unknown', 'refused', 'access-denied'])('%s changes only if the observation resolves it', (state) => {
    for (const status of ['approved', 'declined', 'processing']) {
      expect(stateAfterObservation(state, 'moves-money', { status, resolves: false })).toBe(state)
      expect(stateAfterObservation(state, 'moves-money', { status, resolves: true })).toBe(status)
    }
  })

  it('an entry closed as not found is opened again by any order that is found: resolved, or unknown', () => {
    for (const status of ['approved', 'declined', 'processing']) {
      expect(stateAfterObservation('not-found', 'moves-money', { status, resolves: true })).toBe(status)
      expect(stateAfterObservation('not-found', 'moves-money', { status, resolves: false })).toBe('unknown')
    }
  })

  it('a final status is replaced only by another final one', () => {
    expect(stateAfterObservation('approved', 'moves-money', { status: 'declined', resolves: false })).toBe('declined')
    expect(stateAfterObservation('approved', 'moves-money', { status: 'processing', resolves: true })).toBe('approved')
    expect(stateAfterObservation('error', 'moves-money', { status: 'approved', resolves: false })).toBe('approved')
  })

  it.each<EntryState>(['not-sent', 'answered', 'failed'])('%s does not change, whatever is observed', (state) => {
    expect(stateAfterObservation(state, 'moves-money', { status: 'approved', resolves: true })).toBe(state)
  })

  it('an unknown upload is done once it is resolved, whatever the order’s state; until then it stays unknown', () => {
    for (const status of ['processing', 'approved', 'declined']) {
      expect(stateAfterObservation('unknown', 'continues-order', { status, resolves: false })).toBe('unknown')
      expect(stateAfterObservation('unknown', 'continues-order', { status, resolves: true })).toBe('answered')
    }
  })

  it('never makes an entry look as if it had not been sent or had no outcome', () => {
    for (const state of entryStates.filter((one) => one !== 'sending' && one !== 'not-sent')) {
      for (const status of ['sending', 'not-sent', 'refused', 'unknown']) {
        expect(['sending', 'not-sent']).not.toContain(stateAfterObservation(state, 'moves-money', { status, resolves: true }))
      }
    }
  })
})

describe('the state after a closing by hand', () => {
  it.each(entryStates)('%s becomes not-found and closed-unknown only from unknown, closed-error only from error', (state) => {
    expect(stateAfterClosing(state, 'not-found')).toBe(state === 'unknown' ? 'not-found' : state)
    expect(stateAfterClosing(state, 'error')).toBe(state === 'error' ? 'closed-error' : state)
    expect(stateAfterClosing(state, 'unknown')).toBe(state === 'unknown' ? 'closed-unknown' : state)
    expect(stateAfterClosing(state, 'collision')).toBe(state)
  })

  it('of an error is kept until another final status is observed', () => {
    const after = (status: string) => stateAfterObservation('closed-error', 'moves-money', { status, resolves: false })
    expect([after('error'), after('processing'), after('approved'), after('declined')])
      .toEqual(['closed-error', 'closed-error', 'approved', 'declined'])
  })
})
