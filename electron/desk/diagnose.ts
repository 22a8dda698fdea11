/** Pasted requests and what is wrong with them. */
import type { ProfileId } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { signatureCause } from '#shared/inspect/signature-causes.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { Profile } from '#shared/model/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DiagnosisHelp, PublicKeyToTry } from '../diagnosis/port.ts'
import type { SecretMatch } from '../vault/port.ts'
import type { BuiltInGateway } from './built-in-gateway.ts'
import type { Rooms, Tell } from './rooms.ts'

type Input = ParsedInput<'inspector.diagnose'>

export interface Diagnoses {
  run(input: Input): Promise<CallAnswer<'inspector.diagnose'>>
  /** Ends the run of this id; does nothing when it is not under way. */
  cancel(runId: string): void
}

/** What the vault refused while a run waited for it; ends the run. */
class Refused extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

/** Diagnoses, one at a time: a newer one ends the one before. Nothing pasted is kept, logged or journaled. */
export function diagnoses(rooms: Rooms, builtIn: BuiltInGateway, tell: Tell): Diagnoses {
  let current = ''

  async function diagnose(input: Input, profile: Profile): Promise<CallAnswer<'inspector.diagnose'>> {
    if (profile.gateway.kind === 'built-in') {
      const ready = await builtIn.ready(profile)
      if (!ready.ok) return ready
    }
    const others = rooms.profiles.list().filter((other) => other.id !== profile.id && isUsableHere(rooms, other))
    const keys = await keysToTry(rooms, builtIn, profile, others)
    if (!keys.ok) return keys
    const secretIds = await withSecret(rooms, [profile, ...others])
    if (!secretIds.ok) return secretIds
    if (current !== input.runId) return failed({ code: 'cancelled' })
    const { help, refused } = helpWith(rooms, profile, others, secretIds.value, (tried) => {
      if (current === input.runId) tell('inspector.diagnosing', { runId: input.runId, tried })
    })
    const answer = await rooms.diagnosis.diagnose({
      text: input.text,
      hints: { operation: input.operation, endpointId: input.entryPoint },
      switches: profile.switches,
      keys: keys.value,
      hasSecrets: secretIds.value.length > 0,
      otherEntryPoints: [...new Set([profile, ...others].flatMap((one) => one.entryPoints.map(({ id }) => id)))],
      currencies: currenciesOf(profile),
    }, help)
    if (!answer.ok) return failed(refused() ?? answer.failure)
    const ownIsThere = secretIds.value.includes(profile.id)
    return ownIsThere || secretIds.value.length === 0 || answer.value.recognised.authentication !== 'control' ? answer
      : success({ ...answer.value, findings: [...answer.value.findings, ownSecretMissing] })
  }

  return {
    async run(input) {
      const profile = rooms.profiles.get(input.profileId)
      if (profile === null) return failed({ code: 'no-such-profile' })
      if (!isUsableHere(rooms, profile)) return failed({ code: 'environment-not-usable-here' })
      current = input.runId
      try {
        return await diagnose(input, profile)
      } finally {
        if (current === input.runId) current = ''
      }
    },
    cancel(runId) {
      if (current !== runId) return
      current = ''
      rooms.diagnosis.cancel()
    },
  }
}

// SECURITY: outside Electron nothing guards the page as its sandbox does, so no real secret is compared with there.
function isUsableHere({ computer }: Rooms, { environment }: Profile): boolean {
  return computer.description.usableEnvironments.includes(environment)
}

function currenciesOf({ entryPoints }: Profile): Record<string, string> {
  return Object.fromEntries(entryPoints.flatMap((one) => one.kind === 'endpoint' ? [[one.id, one.currency]] : []))
}

/** The public key of every pair: the profile's own first, each other one with whose it is. */
async function keysToTry(
  { vault }: Rooms, builtIn: BuiltInGateway, profile: Profile, others: readonly Profile[],
): Promise<Result<readonly PublicKeyToTry[], Failure>> {
  const listed = await vault.listKeys()
  if (!listed.ok) return listed
  const keyOf = (one: Profile) => one.gateway.kind === 'built-in' ? builtIn.keyOf(one) : one.keyId
  const own = keyOf(profile)
  const keys: PublicKeyToTry[] = []
  for (const { id, name } of listed.value.toSorted((one, other) => Number(other.id === own) - Number(one.id === own))) {
    const exported = await vault.exportPublicKey({ keyId: id })
    if (!exported.ok) return exported
    const owner = others.find((other) => keyOf(other) === id)
    const cause = owner === undefined
      ? { ...signatureCause('key-of-no-profile'), about: name }
      : { ...signatureCause('key-of-other-profile'), about: owner.name }
    keys.push({ pem: exported.value.pem, causes: id === own ? [] : [cause] })
  }
  return success(keys)
}

const ownSecretMissing = {
  id: 'secret-missing', detail: 'This profile has no control secret yet: only those of other profiles were compared with.',
} as const

/** Those whose secret is stored, in their order. */
async function withSecret(
  { vault }: Rooms, profiles: readonly Profile[],
): Promise<Result<readonly ProfileId[], Failure>> {
  const found: ProfileId[] = []
  for (const { id } of profiles) {
    const stored = await vault.hasSecret({ secretId: id })
    if (!stored.ok) return stored
    if (stored.value) found.push(id)
  }
  return success(found)
}

/**
 * What the thread asks for: the vault compares, the names come from the profiles. SECURITY: the thread reads what
 * anybody may have pasted and holds no secret; the vault says yes or no to each candidate.
 */
function helpWith(
  { vault }: Rooms, profile: Profile, others: readonly Profile[], secretIds: readonly ProfileId[],
  progress: (tried: number) => void,
): { readonly help: DiagnosisHelp; readonly refused: () => Failure | null } {
  let refusal: Failure | null = null
  const valueOf = <Value>(answer: Result<Value, Failure>): Value => {
    if (answer.ok) return answer.value
    refusal = answer.failure
    throw new Refused(answer.failure)
  }
  const causesOf = (match: SecretMatch) => {
    if (match === null || match.secretId === profile.id) return match?.causes ?? null
    const about = others.find(({ id }) => id === match.secretId)?.name ?? ''
    return [...match.causes, { ...signatureCause('secret-of-other-profile'), about }]
  }
  return {
    refused: () => refusal,
    help: {
      progress,
      async matchControl(control, candidates) {
        const matches = valueOf(await vault.matchControls({ secretIds, control, candidates }))
        return matches === null ? null : matches.map(causesOf)
      },
      async matchHmac(request) {
        const matches = valueOf(await vault.matchHmacs({ secretIds, ...request }))
        return request.texts.map((_, index) => causesOf(matches[index] ?? null))
      },
    },
  }
}
