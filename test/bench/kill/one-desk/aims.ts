/** When a life is killed: at a moment of the clock, of its own doing, or of a request on its way. */
import type { Fate, Moment } from '../relay.ts'
import type { Random } from '../../seed.ts'

export type Aim =
  /** So many milliseconds after it was sent `begin`: while it starts and resolves. */
  | { readonly kind: 'starting'; readonly afterMs: number }
  /** So many milliseconds after it began to charge and refund. */
  | { readonly kind: 'working'; readonly afterMs: number }
  /** So many milliseconds after the n-th confirmation: while it signs, writes the intent, connects, sends. */
  | { readonly kind: 'confirming'; readonly nth: number; readonly afterMs: number }
  /** At a moment of the n-th connection or request, whose bytes meet a fate; or so many milliseconds after that. */
  | OnItsWay

interface OnItsWay {
  readonly kind: 'on-its-way'
  readonly nth: number
  readonly moment: Moment
  readonly fate: Fate
  readonly afterMs: number
}

/** As many confirmations as one person makes are sure to come. */
const latest = 4

const onItsWay: readonly [Moment, Fate][] = [
  ['connected', 'pass'], ['asked', 'pass'], ['asked', 'lose'], ['asked', 'hold'], ['answering', 'lose'],
  ['answering', 'half'], ['answered', 'pass'],
]

/** Chooses when a round's life ends. Most kills strike between a confirmation and its outcome. */
export function takeAim(random: Random): Aim {
  const nth = random.whole(1, latest)
  const among = random.next()
  if (among < 0.05) return { kind: 'starting', afterMs: random.next() * 250 }
  if (among < 0.2) return { kind: 'working', afterMs: random.next() * 150 }
  if (among < 0.5) return { kind: 'confirming', nth, afterMs: random.next() ** 2 * 40 }
  const [moment, fate] = random.pick(onItsWay as [[Moment, Fate], ...[Moment, Fate][]])
  // While an answer is read and its outcome written, time goes on; before that the bytes themselves are the clock.
  const afterMs = moment === 'answered' || fate === 'half' ? random.next() * 5 : 0
  return { kind: 'on-its-way', nth, moment, fate, afterMs }
}
