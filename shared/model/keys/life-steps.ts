/** The steps in the lifecycle of a key or control secret, as recorded in lines of the audit trail. */
import type { Masked, UtcTime } from '../../brands.ts'
import { maskedSchema, utcTimeSchema } from '../values/branded.ts'
import { z } from '../values/zod.ts'

const lifeSteps = [
  /** Of a key. `sent`: a person sent the public key to gateway support. `proven`: the gateway accepted a signature. */
  'created', 'imported', 'exported', 'sent', 'proven', 'backed-up',
  /** A profile signs with the key from now on, or no longer; `about` is the profile's name. */
  'chosen', 'left',
  /** A successor of the key was created; `other` is its fingerprint. */
  'succeeded',
  /** `reinstated` undoes `retired`. */
  'retired', 'reinstated', 'destroyed',
  /** Of a control secret. */
  'stored', 'removed',
] as const
export type LifeStepName = (typeof lifeSteps)[number]

/** One step of one key or secret, as part of an audit line. */
export const lifeStepSchema = z.object({
  of: z.enum(['key', 'secret']),
  /** A key's fingerprint, which is also known after the key is destroyed; a secret's profile id. */
  id: z.string(),
  step: z.enum(lifeSteps),
  /** The fingerprint of another key. */
  other: z.string().optional(),
  /** A profile's name, or a merchant. */
  about: maskedSchema.optional(),
  /** The change that an earlier line announced did not take effect. */
  undone: z.literal(true).optional(),
})
export type LifeStep = Omit<z.infer<typeof lifeStepSchema>, 'about'> & { readonly about?: Masked | undefined }

/** A step with its person and its time. */
export interface LifeLine extends LifeStep {
  readonly at: UtcTime
  readonly by: string
  /** The subject of the audit line: the key's or profile's name at that time. */
  readonly subject: string
}

/** A step that happened, for the timeline. */
export const lifeMomentSchema = z.object({
  step: z.enum(lifeSteps),
  at: utcTimeSchema,
  /** Null if no line of the audit trail names the person. */
  by: z.string().nullable(),
  about: maskedSchema.nullable(),
})
export type LifeMoment = z.infer<typeof lifeMomentSchema>

/** The lines of one key or secret in order, without undone ones. */
export function linesOf(lines: readonly LifeLine[], of: LifeStep['of'], id: string): readonly LifeLine[] {
  return lines.filter((line) => line.of === of && line.id === id).reduce<readonly LifeLine[]>((kept, line) => {
    if (line.undone !== true) return [...kept, line]
    const announced = kept.findLastIndex(({ step }) => step === line.step)
    return announced === -1 ? kept : kept.toSpliced(announced, 1)
  }, [])
}
