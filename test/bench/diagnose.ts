/**
 * `npm run bench -- diagnose`: how often the diagnosis names a deliberate mistake, and how long it takes.
 * Targets: 99 % of singles, 90 % of pairs, no correct request reported as wrong; p95 of singles under 150 ms and of
 * pairs under 2 s, with all fields of an operation and RSA-4096. `--size` is the number of trials for each mistake.
 */
import { controlMutations, oauthMutations, trial, type AnyMutation, type Trial } from '../support/inspector/rates.ts'
import { testKey } from '../support/inspector/random-requests.ts'
import { sizeOf } from './options.ts'

const perMutation = sizeOf({ whole: 20, small: 1 })
const pairs = Math.ceil(perMutation * 7.5)
const right = perMutation * 10
const key = testKey(4096)
const lists = { oauth: oauthMutations, control: controlMutations } as const

for (const kind of ['oauth', 'control'] as const) {
  const list: readonly AnyMutation[] = lists[kind]
  await report(`${kind}: right requests called valid`, 100, async function* () {
    for (let seed = 1; seed <= right; seed += 1) yield await trial(kind, [], seed, key, true)
  })
  await report(`${kind}: one mistake named first`, 99, async function* () {
    for (const mutation of list) {
      for (let seed = 1, made = 0; made < perMutation && seed < 30 * perMutation; seed += 1) {
        const one = await trial(kind, [mutation], seed * 7_919, key, true)
        if (one !== null) made += 1
        yield one
      }
    }
  })
  await report(`${kind}: two mistakes explained`, 90, async function* () {
    for (let seed = 1, made = 0; made < pairs; seed += 1) {
      const [one, other] = [list[(seed * 7) % list.length], list[(seed * 13 + 5) % list.length]]
      if (one === undefined || other === undefined || one.group === other.group) continue
      const both = await trial(kind, [one, other], seed * 104_729, key, true)
      if (both !== null) made += 1
      yield both
    }
  })
}

async function report(what: string, target: number, trials: () => AsyncGenerator<Trial | null>): Promise<void> {
  const times: number[] = []
  let named = 0
  for await (const one of trials()) {
    if (one === null) continue
    times.push(one.ms)
    if (one.named) named += 1
  }
  times.sort((one, other) => one - other)
  const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1)
  const rate = 100 * named / times.length
  console.log(`${what}: ${rate.toFixed(2)} % of ${times.length} (target ${target} %: ${rate >= target ? 'met' : 'missed'}); `
    + `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`)
}
