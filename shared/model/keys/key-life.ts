/** The lifecycle of a key or control secret, and a person's next step. Derived, never stored. */
import type { ProfileId, UtcTime } from '../../brands.ts'
import { keyIdSchema, profileIdSchema, utcTimeSchema } from '../values/branded.ts'
import { authorityEndSchema } from './certificate-authorities.ts'
import { environmentSchema } from '../values/environment.ts'
import { damagedKeySchema, type KeyDescription } from './key.ts'
import { lifeMomentSchema, linesOf, type LifeLine, type LifeMoment, type LifeStepName } from './life-steps.ts'
import { z } from '../values/zod.ts'

const keyStates = [
  'created', 'exported', 'waiting', 'proven', 'in-use', 'switched', 'retired', 'destroyed',
] as const
export type KeyState = (typeof keyStates)[number]

/** The action of a key's main button. */
const nextSteps = ['export', 'confirm-sent', 'test', 'use', 'replace', 'retire', 'destroy'] as const
export type NextStep = (typeof nextSteps)[number]

const reminderSchema = z.enum(['soon', 'due']).nullable()
export type Reminder = z.infer<typeof reminderSchema>

/** The lifecycle of a key pair, which may be destroyed. */
const keyLifeSchema = z.object({
  fingerprint: z.string(),
  name: z.string(),
  /** Null for a key that no longer exists here. */
  keyId: keyIdSchema.nullable(),
  state: z.enum(keyStates),
  /** True if a gateway accepted a signature of it. */
  isProven: z.boolean(),
  /** The steps of the lifecycle, oldest first. */
  moments: z.array(lifeMomentSchema).readonly(),
  /** The fingerprint of the newest key that was created to replace it and is neither retired nor destroyed. */
  successor: z.string().nullable(),
  predecessor: z.string().nullable(),
  /** When it reaches the age at which keys are replaced; null if it is not in use. */
  replaceBy: utcTimeSchema.nullable(),
  reminder: reminderSchema,
  next: z.enum(nextSteps).nullable(),
})
export type KeyLife = z.infer<typeof keyLifeSchema>

/** The age of a profile's control secret. */
const secretLifeSchema = z.object({
  profileId: profileIdSchema,
  profileName: z.string(),
  environment: environmentSchema,
  /** Null if the audit trail does not record when it was stored. */
  stored: lifeMomentSchema.nullable(),
  /** True if it replaced an earlier one. */
  isReplacement: z.boolean(),
  replaceBy: utcTimeSchema.nullable(),
  reminder: reminderSchema,
})
export type SecretLife = z.infer<typeof secretLifeSchema>

export const livesSchema = z.object({
  keys: z.array(keyLifeSchema).readonly(),
  /** Keys that cannot be read, so that their owner and lifecycle are not known. */
  damaged: z.array(damagedKeySchema).readonly(),
  secrets: z.array(secretLifeSchema).readonly(),
  /** Certificate authorities of profiles and of the team that end soon or have ended. */
  authorityEnds: z.array(authorityEndSchema).readonly(),
})
export type Lives = z.infer<typeof livesSchema>

/** A reminder begins so many days before the end. */
const reminderDays = 30

const dayMs = 86_400_000

/** The rule for ages: the present time in milliseconds since 1970, and the setting. */
export interface AgeRule {
  readonly now: number
  readonly replaceAfterDays: number
}

/** When something created at `since` is to be replaced, and its reminder. */
export function replacement(
  since: UtcTime, { now, replaceAfterDays }: AgeRule,
): { readonly replaceBy: UtcTime; readonly reminder: Reminder } {
  const at = Date.parse(since) + replaceAfterDays * dayMs
  return { replaceBy: new Date(at).toISOString() as UtcTime, reminder: reminderOf(at, now) }
}

/** The reminder for something that ends at a moment, from 30 days before. Both in milliseconds since 1970. */
export function reminderOf(end: number, now: number): Reminder {
  return now >= end ? 'due' : now >= end - reminderDays * dayMs ? 'soon' : null
}

/** The lifecycle of an existing key. `users`: the number of profiles that sign with it. */
export function lifeOfKey(
  key: KeyDescription, lines: readonly LifeLine[], { users, ...age }: AgeRule & { readonly users: number },
): KeyLife {
  const own = linesOf(lines, 'key', key.fingerprint)
  const moments = withOrigin(key, own.map(momentOf))
  const has = (...steps: LifeStepName[]): boolean => own.some(({ step }) => steps.includes(step))
  const isProven = has('proven')
  const state = stateOf(own, users, isProven)
  const successor = own.findLast(({ step, other }) => step === 'succeeded' && !hasEnded(lines, other))?.other ?? null
  const due = state === 'in-use' ? replacement(moments[0]?.at ?? key.createdAt, age) : { replaceBy: null, reminder: null }
  return {
    fingerprint: key.fingerprint, name: key.name, keyId: key.id, state, isProven, moments, successor,
    predecessor: predecessorOf(key.fingerprint, lines),
    ...due,
    next: nextOf(state, { isProven, has, toBeReplaced: due.reminder !== null && successor === null }),
  }
}

/** The lifecycles of destroyed keys from the audit trail, the last destroyed first. */
export function livesOfDestroyedKeys(here: readonly KeyDescription[], lines: readonly LifeLine[]): KeyLife[] {
  const destroyed = new Set(lines.filter(({ of, step }) => of === 'key' && step === 'destroyed').map(({ id }) => id))
  for (const { fingerprint } of here) destroyed.delete(fingerprint)
  return [...destroyed].flatMap((fingerprint): KeyLife[] => {
    const own = linesOf(lines, 'key', fingerprint)
    const last = own.findLast(({ step }) => step === 'destroyed')
    return last === undefined ? [] : [{
      fingerprint, name: last.subject, keyId: null, state: 'destroyed', moments: own.map(momentOf),
      isProven: own.some(({ step }) => step === 'proven'),
      successor: own.findLast(({ step }) => step === 'succeeded')?.other ?? null,
      predecessor: predecessorOf(fingerprint, lines), replaceBy: null, reminder: null, next: null,
    }]
  }).toSorted((one, other) => (other.moments.at(-1)?.at ?? '').localeCompare(one.moments.at(-1)?.at ?? ''))
}

/** The age of a profile's control secret; the profile must have one. */
export function lifeOfSecret(
  profile: { readonly id: ProfileId; readonly name: string; readonly environment: SecretLife['environment'] },
  lines: readonly LifeLine[], age: AgeRule,
): SecretLife {
  const own = linesOf(lines, 'secret', profile.id)
  const last = own.findLast(({ step }) => step === 'stored')
  return {
    profileId: profile.id, profileName: profile.name, environment: profile.environment,
    stored: last === undefined ? null : momentOf(last),
    isReplacement: own.filter(({ step }) => step === 'stored').length > 1,
    ...last === undefined ? { replaceBy: null, reminder: null } : replacement(last.at, age),
  }
}

/** True if a key was retired, so that no profile may choose it. */
export function isRetired(lines: readonly LifeLine[], fingerprint: string): boolean {
  return lastOf(linesOf(lines, 'key', fingerprint), ['retired', 'reinstated', 'created', 'imported']) === 'retired'
}

/** True if a key was retired or destroyed, so that no profile can switch to it. */
function hasEnded(lines: readonly LifeLine[], fingerprint: string | undefined): boolean {
  const own = fingerprint === undefined ? [] : linesOf(lines, 'key', fingerprint)
  const last = lastOf(own, ['retired', 'reinstated', 'created', 'imported', 'destroyed'])
  return last === 'retired' || last === 'destroyed'
}

/** True if a profile ever signed with a key. */
export function wasEverUsed(lines: readonly LifeLine[], fingerprint: string): boolean {
  return linesOf(lines, 'key', fingerprint).some(({ step }) => step === 'chosen' || step === 'left' || step === 'proven')
}

const momentOf = ({ step, at, by, about }: LifeLine): LifeMoment => ({ step, at, by, about: about ?? null })

/** Adds the first step from the key's own record if the history no longer contains it. */
function withOrigin(key: KeyDescription, moments: readonly LifeMoment[]): readonly LifeMoment[] {
  if (moments.some(({ step }) => step === 'created' || step === 'imported')) return moments
  const step = key.origin === 'imported' ? 'imported' : 'created'
  return [{ step, at: key.createdAt, by: null, about: null }, ...moments]
}

function stateOf(own: readonly LifeLine[], users: number, isProven: boolean): KeyState {
  if (users > 0) return 'in-use'
  if (lastOf(own, ['retired', 'reinstated', 'created', 'imported']) === 'retired') return 'retired'
  // Uses from before a key was restored do not count.
  const here = own.slice(own.findLastIndex(({ step }) => step === 'created' || step === 'imported') + 1)
  if (here.some(({ step }) => step === 'chosen' || step === 'left')) return 'switched'
  if (isProven) return 'proven'
  if (own.some(({ step }) => step === 'sent')) return 'waiting'
  return own.some(({ step }) => step === 'exported') ? 'exported' : 'created'
}

function nextOf(state: KeyState, { isProven, has, toBeReplaced }: {
  isProven: boolean; has: (...steps: LifeStepName[]) => boolean; toBeReplaced: boolean
}): NextStep | null {
  switch (state) {
    // The gateway may already know an imported key, or one whose first steps are no longer in the history.
    case 'created': return has('created') ? 'export' : 'test'
    case 'exported': return 'confirm-sent'
    case 'waiting': return 'test'
    case 'proven': return 'use'
    case 'switched': return 'retire'
    case 'retired': return 'destroy'
    case 'destroyed': return null
    case 'in-use':
      if (isProven) return toBeReplaced ? 'replace' : null
      if (has('created') && !has('exported', 'sent')) return 'export'
      return has('exported') && !has('sent') ? 'confirm-sent' : 'test'
  }
}

function predecessorOf(fingerprint: string, lines: readonly LifeLine[]): string | null {
  const line = lines.findLast(({ of, step, other, undone }) => of === 'key' && step === 'succeeded' && other === fingerprint
    && undone !== true)
  return line?.id ?? null
}

function lastOf(own: readonly LifeLine[], steps: readonly LifeStepName[]): LifeStepName | null {
  return own.findLast(({ step }) => steps.includes(step))?.step ?? null
}
