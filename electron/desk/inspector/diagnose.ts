/** Diagnoses pasted requests. */
import type { ProfileId } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import type { DiagnosisHelp, KnownProfile, PublicKeyToTry } from '../../inspector/port.ts'
import { type BuiltInGateway, isUsableHere } from '../requests/index.ts'
import type { Services } from '../services.ts'

type Input = ParsedInput<'inspector.diagnose'>

export interface Diagnoses {
  run(input: Input): Promise<CallAnswer<'inspector.diagnose'>>
  /** Ends the run with this id; does nothing if it is not running. */
  cancel(runId: string): void
}

/** Thrown when the vault refuses during a run; ends the run. */
class Refused extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

/** Runs one diagnosis at a time; a newer one ends the previous one. Nothing pasted is stored, logged or journaled. */
export function diagnoses({ services, builtIn, emit }: DeskContext): Diagnoses {
  let running = ''

  async function diagnose(input: Input, current: Profile): Promise<CallAnswer<'inspector.diagnose'>> {
    if (current.gateway.kind === 'built-in') {
      const ready = await builtIn.ready(current)
      if (!ready.ok) return ready
    }
    const others = services.profiles.list().filter((other) => other.id !== current.id && isUsableHere(services, other))
    const keys = await keysToTry(services, builtIn, [current, ...others])
    if (!keys.ok) return keys
    const known = await knownProfiles(services, current, others)
    if (!known.ok) return known
    if (running !== input.runId) return failed({ code: 'cancelled' })
    const { help, refused } = helpWith(services, known.value, (tried) => {
      if (running === input.runId) emit('inspector.diagnosing', { runId: input.runId, tried })
    })
    const answer = await services.diagnosis.diagnose({
      text: input.text,
      hints: { operation: input.operation, endpointId: input.entryPoint },
      profiles: known.value, chosen: input.isChosen ? current.id : null, keys: keys.value, now: services.system.now(),
    }, help)
    return answer.ok ? answer : failed(refused() ?? answer.failure)
  }

  return {
    async run(input) {
      const profile = services.profiles.get(input.profileId)
      if (profile === null) return failed({ code: 'no-such-profile' })
      if (!isUsableHere(services, profile)) return failed({ code: 'environment-not-usable-here' })
      running = input.runId
      try {
        return await diagnose(input, profile)
      } finally {
        if (running === input.runId) running = ''
      }
    },
    cancel(runId) {
      if (running !== runId) return
      running = ''
      services.diagnosis.cancel()
    },
  }
}

/** The public key of every pair, with the profiles that use it. */
async function keysToTry(
  { vault }: Services, builtIn: BuiltInGateway, profiles: readonly Profile[],
): Promise<Result<readonly PublicKeyToTry[], Failure>> {
  const listed = await vault.listKeys()
  if (!listed.ok) return listed
  const keys: PublicKeyToTry[] = []
  for (const { id, name } of listed.value) {
    const exported = await vault.exportPublicKey({ keyId: id })
    if (!exported.ok) return exported
    const owners = profiles.filter((one) => builtIn.keyOf(one) === id)
    keys.push({ pem: exported.value.pem, name, owners: owners.map((one) => one.id) })
  }
  return success(keys)
}

/** The facts of each profile that a request may contain. */
async function knownProfiles(
  { vault }: Services, current: Profile, others: readonly Profile[],
): Promise<Result<readonly [KnownProfile, ...KnownProfile[]], Failure>> {
  const secrets = new Set<ProfileId>()
  for (const { id } of [current, ...others]) {
    const stored = await vault.hasSecret({ secretId: id })
    if (!stored.ok) return stored
    if (stored.value) secrets.add(id)
  }
  const known = ({ id, name, login, gateway, entryPoints, switches }: Profile): KnownProfile => ({
    id, name, login, switches,
    host: gateway.kind === 'built-in' ? null : URL.parse(gateway.baseUrl)?.host ?? null,
    entryPoints: entryPoints.map((one) => ({ id: one.id, currency: one.kind === 'endpoint' ? one.currency : null })),
    hasSecret: secrets.has(id),
  })
  return success([known(current), ...others.map(known)])
}

/**
 * The calls that the thread may make: the vault compares, the journal finds nonces. SECURITY: the thread reads foreign
 * text and has no secret. The vault answers only yes or no for each candidate, and this module decides which secrets
 * are compared.
 */
function helpWith(
  { vault, journal }: Services, profiles: readonly KnownProfile[], progress: (tried: number) => void,
): { readonly help: DiagnosisHelp; readonly refused: () => Failure | null } {
  let refusal: Failure | null = null
  const valueOf = <Value>(answer: Result<Value, Failure>): Value => {
    if (answer.ok) return answer.value
    refusal = answer.failure
    throw new Refused(answer.failure)
  }
  const secretIds = (first: ProfileId): ProfileId[] => profiles.filter(({ hasSecret }) => hasSecret).map(({ id }) => id)
    .toSorted((one, other) => Number(other === first) - Number(one === first))
  return {
    refused: () => refusal,
    help: {
      progress,
      matchControl: async ({ first, control, candidates }) =>
        valueOf(await vault.matchControls({ secretIds: secretIds(first), control, candidates })),
      async matchHmac({ first, ...request }) {
        const matches = valueOf(await vault.matchHmacs({ secretIds: secretIds(first), ...request }))
        return request.texts.map((_, index) => matches[index] ?? null)
      },
      async nonceUse(nonce) {
        const found = await journal.nonceUse({ nonce })
        // The nonce only adds a finding, so a failing journal does not affect the result.
        return found.ok ? found.value : null
      },
    },
  }
}
