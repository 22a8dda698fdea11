import { Readable } from 'node:stream'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { reasonOf } from '../../common/files/file-failure.ts'
import type { SaveDestination, Services } from '../services.ts'
import { audited, type ChangeLine } from './audit.ts'

/** A saved file. Only its name: its folder contains the person's name. */
type Saved = Promise<Result<{ readonly fileName: string }, Failure>>

/**
 * Writes a file to a place that a person chooses, readable by its owner alone. Fails with `cancelled` if no place was
 * chosen, or if the desk was locked while the dialog was open. `line` is written to the audit trail after the choice
 * and before the file.
 */
export async function saveFile(
  services: Services, file: { readonly name: string; readonly content: string | Uint8Array }, line?: ChangeLine,
): Saved {
  const destination = await services.system.chooseSaveDestination(file.name)
  if (destination === null) return failed({ code: 'cancelled' })
  const save = () => write(destination, file.content)
  return line === undefined ? await save() : await audited(services, line, save)
}

async function write(destination: SaveDestination, content: string | Uint8Array): Saved {
  try {
    await destination.write(Readable.from([content]))
    return success({ fileName: destination.fileName })
  } catch (error) {
    return failed({ code: 'file-unwritable', detail: `Reason: ${reasonOf(error)}.` })
  }
}
