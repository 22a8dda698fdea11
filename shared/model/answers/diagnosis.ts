import { codeLanguages } from '../../inspector/cause.ts'
import { pastedForms } from '../../inspector/reading/pasted.ts'
import { sideParts, type Sides } from '../../inspector/sides.ts'
import { maskedSchema, profileIdSchema } from '../values/branded.ts'
import { operationIdSchema } from '../history/history.ts'
import { z } from '../values/zod.ts'

const shownCauseSchema = z.object({
  /** Stable; `npm run inspect` prints the same id. */
  id: z.string(),
  explanation: z.string(),
  fix: z.string(),
  /** The name of the profile or key that it concerns. */
  about: z.string().nullable(),
  /** Correct lines of code. */
  code: z.array(z.object({ language: z.enum(codeLanguages), line: z.string() })).readonly(),
})
export type ShownCause = z.infer<typeof shownCauseSchema>

const sidesSchema: z.ZodType<Sides> = z.object({
  source: z.enum(['given', 'proven']),
  rows: z.array(z.object({
    part: z.enum(sideParts), name: maskedSchema, theirs: maskedSchema.nullable(), ours: maskedSchema.nullable(),
    differs: z.boolean(), moved: z.boolean(),
  })).readonly(),
})

/** The diagnosis of a pasted request. All of it is masked, and none of it is stored. */
export const diagnosisSchema = z.object({
  verdict: z.enum(['valid', 'explained', 'unexplained']),
  /** What was compared: the sent control or signature, or only a text; null without a comparison. */
  compared: z.enum(['signature', 'text']).nullable(),
  /** The mistakes that together explain the request. */
  causes: z.array(shownCauseSchema).readonly(),
  /**
   * The likely explanation if no mistake in the text explains the request: another secret, or an unknown key, with the
   * keys that were compared. An unknown key is certain.
   */
  suspicion: z.object({
    id: z.enum(['other-secret', 'unknown-key']),
    explanation: z.string(),
    fix: z.string(),
    about: z.string().nullable(),
    keys: z.array(z.object({
      name: z.string(), fingerprint: z.string(), bits: z.number(), isOwn: z.boolean(),
    })).readonly(),
  }).nullable(),
  /** Other mistakes that would have created exactly the same text. */
  alsoPossible: z.array(shownCauseSchema).readonly(),
  recognised: z.object({
    form: z.enum(pastedForms).nullable(),
    authentication: z.enum(['control', 'oauth']).nullable(),
    operation: operationIdSchema.nullable(),
    entryPoint: z.string().nullable(),
    /** `by`: a person chose the profile, the request names it, or it is the current one. */
    profile: z.object({ id: profileIdSchema, name: z.string(), by: z.enum(['person', 'request', 'current']) }),
  }),
  /** The right text; a control text has a token in place of the secret. */
  expected: z.object({ kind: z.enum(['base-string', 'control-text']), text: z.string() }).nullable(),
  /** The corrected request as a curl command, with placeholders for control and signature. */
  corrected: z.string().nullable(),
  /** A test vector of it as JSON, with an invented secret or a throw-away key. */
  vector: z.string().nullable(),
  sides: sidesSchema.nullable(),
  /** Other observations, which prove nothing; one sentence each. */
  findings: z.array(z.object({ id: z.string(), detail: z.string() })).readonly(),
  tried: z.number(),
})
export type DiagnosisAnswer = z.infer<typeof diagnosisSchema>
