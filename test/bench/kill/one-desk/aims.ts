/** When a run is killed: at a time, at an action of its own, or at a point of a request. */
import type { Fate, Moment } from '../relay.ts'
import type { Random } from '../../seed.ts'

export type Aim =
  /** This many milliseconds after `begin` was sent: while it starts and resolves. */
  | { readonly kind: 'starting'; readonly afterMs: number }
  /** This many milliseconds after it started to charge and refund. */
  | { readonly kind: 'working'; readonly afterMs: number }
  /** This many milliseconds after the n-th confirmation: while it signs, writes the intent, connects, sends. */
  | { readonly kind: 'confirming'; readonly nth: number; readonly afterMs: number }
  /** At a moment of the n-th connection or request, whose bytes have a fate; or this many milliseconds after that. */
  | OnItsWay

export interface OnItsWay {
  readonly kind: 'on-its-way'
  readonly nth: number
  readonly moment: Moment
  readonly fate: Fate
  readonly afterMs: number
}

/** At least this many confirmations are certain to occur. */
const latest = 4

const onItsWay: readonly [Moment, Fate][] = [
  ['connected', 'pass'], ['asked', 'pass'], ['asked', 'lose'], ['asked', 'hold'], ['answering', 'lose'],
  ['answering', 'half'], ['answered', 'pass'],
]

/** Chooses when a round's run ends. Most kills are between a confirmation and its outcome. */
export function takeAim(random: Random): Aim {
  const nth = random.whole(1, latest)
  const among = random.next()
  if (among < 0.05) return { kind: 'starting', afterMs: random.next() * 250 }
  if (among < 0.2) return { kind: 'working', afterMs: random.next() * 150 }
  if (among < 0.5) return { kind: 'confirming', nth, afterMs: random.next() ** 2 * 40 }
  return takeAimOnItsWay(random, nth)
}

/** Chooses a moment of the n-th connection or request. */
export function takeAimOnItsWay(random: Random, nth: number): OnItsWay {
  const [moment, fate] = random.pick(onItsWay as [[Moment, Fate], ...[Moment, Fate][]])
  // While a reply is read and its outcome written, time matters; before that, the bytes themselves are the clock.
  const afterMs = moment === 'answered' || fate === 'half' ? random.next() * 5 : 0
  return { kind: 'on-its-way', nth, moment, fate, afterMs }
}
