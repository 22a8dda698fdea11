import type { Failure } from '#shared/model/answers/failure.ts'
import { largestFile } from '#shared/model/values/table.ts'
import { failed, success, type Result } from '#shared/result.ts'

const largestShown = `${largestFile / (1024 * 1024)} MB`

interface DroppedTable {
  readonly fileName: string
  /** Base64. */
  readonly bytes: string
}

/** Reads a dropped file for main. A file that is too large is refused before it is read. */
export async function droppedTable(file: File): Promise<Result<DroppedTable, Failure>> {
  if (file.size > largestFile) return failed({ code: 'table-refused', why: 'too-large', detail: largestShown })
  const bytes = await base64Of(file)
  if (bytes === null) return failed({ code: 'table-refused', why: 'changed-while-read', detail: '' })
  return success({ fileName: file.name, bytes })
}

/** Null if the file cannot be read. */
function base64Of(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => { resolve(typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : null) }
    reader.onerror = () => { resolve(null) }
    reader.readAsDataURL(file)
  })
}
