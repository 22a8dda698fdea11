/** The merchant's name and contact on documents for customers. */
import { z } from '../values/zod.ts'

/** The largest logo in bytes and in pixels. */
export const largestLogo = 200_000
export const mostLogoPixels = 1_000_000

/** SECURITY: excludes characters that change the text's direction, hide it or begin a new line. */
const line = (most: number) => z.string().trim().max(most).regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u)
const address = z.string().trim().max(300).refine((text) => {
  const lines = text.split('\n')
  return lines.length <= 6 && lines.every((one) => line(100).safeParse(one).success)
})

export const letterheadSchema = z.object({
  name: line(100).min(1),
  /** Up to six lines; empty for none. */
  address,
  /** A mail address, telephone number or page for customers; empty for none. */
  contact: line(150),
  /** A PNG as encoded by main, in Base64; null for none. */
  logo: z.string().max(Math.ceil(largestLogo / 3) * 4).regex(/^[A-Za-z0-9+/]+={0,2}$/).nullable(),
})
export type Letterhead = z.infer<typeof letterheadSchema>

/** Why a file cannot be used as a logo. */
export const logoProblems = ['not-png', 'interlaced', 'too-large', 'too-many-pixels', 'unreadable'] as const
export type LogoProblem = (typeof logoProblems)[number]
