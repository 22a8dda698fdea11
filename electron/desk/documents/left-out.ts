/** Controls and `Authorization` values, which no report contains. */
import type { Masked } from '#shared/brands.ts'
import { segments, splitSegment } from '#shared/gateway/encoding/form.ts'
import { builtFromMasked } from '#shared/gateway/requests/masking.ts'

/** Names of values that authorise a request: the control of a status query is also valid for a refund. */
const authorising = /control|signature(?!_method)|authori[sz]ation/i

/** Whether the value of a field is omitted. */
export function isLeftOut(name: string): boolean {
  return authorising.test(name)
}

/** A raw reply, one line per field, with `leftOut` in place of omitted values. */
export function replyWithout(reply: Masked, leftOut: string): Masked {
  const parts = segments(reply).map((segment) => {
    const [name] = splitSegment(segment)
    return segment.includes('=') && isLeftOut(name) ? `${segment.slice(0, segment.indexOf('=') + 1)}${leftOut}\n` : segment
  })
  return builtFromMasked(parts.join('&').trimEnd())
}
