import type { UploadData } from 'electron'
import { firstValue, hasMoreSegments, parseForm, type Pair } from '#shared/gateway/encoding/form.ts'

/** An issuer's answer has a few kilobytes; a larger form is not an answer. */
const mostBytes = 256 * 1024
const mostFields = 500

/** The parts of a request that decide whether it is an answer. */
export interface PostedForm {
  readonly method: string
  readonly resourceType: string
  readonly uploadData?: readonly UploadData[]
}

/**
 * The fields of a form that a frame posts, in order, if `answerField` is one of them. Null for any other request: from
 * a script, without that field, with files, longer than 256 kB, or with more than 500 fields.
 */
export function readAnswer(request: PostedForm, answerField: string): readonly Pair[] | null {
  const { method, resourceType, uploadData = [] } = request
  if (method !== 'POST' || (resourceType !== 'mainFrame' && resourceType !== 'subFrame')) return null
  // SECURITY: the body comes from a foreign page, so its size is checked before it is read.
  const bytes = uploadData.reduce((sum, part) => sum + (isInline(part) ? part.bytes.byteLength : Infinity), 0)
  if (bytes > mostBytes) return null
  const body = Buffer.concat(uploadData.map((part) => part.bytes)).toString('utf8')
  if (hasMoreSegments(body, mostFields)) return null
  const fields = parseForm(body)
  return firstValue(fields, answerField) === undefined ? null : fields
}

/** Electron omits missing properties, whatever its types declare. */
function isInline(part: Partial<UploadData>): boolean {
  return part.bytes !== undefined && part.file === undefined && part.blobUUID === undefined
}
