/** Files that a person chose, or stored files that were changed from outside. */
import type { FileHandle } from 'node:fs/promises'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { profileIn } from '#shared/model/profiles/profile-content.ts'
import { isHeader } from '#shared/reconcile/columns.ts'
import { authoritiesIn } from '../../../../electron/common/signatures/certificates.ts'
import { readInvitation } from '../../../../electron/desk/team/membership/inviting.ts'
import { readState } from '../../../../electron/journal/recovery/state-file.ts'
import { holdsAuditLines, lastIdBefore } from '../../../../electron/main/audit-file/lines.ts'
import { readProfilesFile } from '../../../../electron/profiles/file-format.ts'
import { openNewestFile } from '../../../../electron/settings/newest-file.ts'
import { openSettings } from '../../../../electron/settings/settings.ts'
import { readTable } from '../../../../electron/tables/read-table.ts'
import { openMembership } from '../../../../electron/team/membership.ts'
import { readPrivateKey } from '../../../../electron/vault/keys/key-import.ts'
import { findPrivateKey } from '../../../../electron/vault/keys/pem.ts'
import { readersOf, type Reader } from '../reader.ts'

const key = 65_536
/** `largestFile` of the system port. */
const chosen = 1_048_576
/** This computer's own files have no limit. */
const own = 262_144

/** Reads a file's content with the function that opens it. */
function inFile(open: (filePath: string) => unknown): Reader['read'] {
  return (text) => {
    const folder = mkdtempSync(join(tmpdir(), 'hostile-text-'))
    try {
      writeFileSync(join(folder, 'file.recovery.json'), text)
      return open(join(folder, 'file.recovery.json'))
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

/** A file in memory. */
function handleOf(text: string): FileHandle {
  const bytes = Buffer.from(text)
  const read = async (buffer: Buffer, offset: number, length: number, position: number) =>
    ({ buffer, bytesRead: bytes.copy(buffer, offset, position, position + length) })
  return { read } as unknown as FileHandle
}

/** A workbook whose one sheet has a text in place of its rows. */
function workbookOf(text: string): Uint8Array<ArrayBuffer> {
  const rels = (type: string, target: string): Uint8Array =>
    strToU8(`<Relationships><Relationship Id="r1" Type="x/${type}" Target="${target}"/></Relationships>`)
  return zipSync({
    '_rels/.rels': rels('officeDocument', 'xl/workbook.xml'), 'xl/_rels/workbook.xml.rels': rels('worksheet', 'sheet.xml'),
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet r:id="r1"/></sheets></workbook>'),
    'xl/sheet.xml': strToU8(`<worksheet><row><c t="inlineStr"><is><t>${text}</t></is></c></row></worksheet>`),
  }, { level: 0 })
}

const quietly = (read: Reader['read']): Reader['read'] => (text) => {
  try {
    return read(text)
  } catch (error) {
    return error
  }
}

export const fileReaders = {
  ...readersOf(key, 'bytes', {
    'a key file': findPrivateKey,
    'a key file, opened': (text) => readPrivateKey(text, 'passphrase'),
    'a body of a key file': (text) => readPrivateKey(`-----BEGIN PRIVATE KEY-----\n${text.slice(64)}\n-----END PRIVATE KEY-----`, ''),
    'a body of an encrypted key file':
      (text) => readPrivateKey(`-----BEGIN ENCRYPTED PRIVATE KEY-----\n${text.slice(128)}\n-----END ENCRYPTED PRIVATE KEY-----`, 'passphrase'),
  }),
  ...readersOf(chosen, 'bytes', {
    'a file of authorities': authoritiesIn,
    'an invitation': quietly(readInvitation),
    'an invitation with a profile': quietly((text) => readInvitation(JSON.stringify({ profiles: [{ name: text }] }))),
  }),
  ...readersOf(chosen, 'bytes', {
    'a table': (text) => readTable({ kind: 'text', text }, 100_000),
    'a statement': (text) => readTable({ kind: 'text', text }, 100_000, isHeader),
    'a file with a table': (text) => readTable({ kind: 'bytes', bytes: new TextEncoder().encode(text) }, 100_000),
    'a sheet of a workbook': (text) => readTable({ kind: 'bytes', bytes: workbookOf(text) }, 100_000),
  }, false),
  ...readersOf(own, 'bytes', {
    'a profiles file': readProfilesFile,
    'a signed profile': profileIn,
    'a settings file': inFile((filePath) => openSettings({ filePath })),
    'a file of newest numbers': inFile((filePath) => openNewestFile({ filePath }).read()),
    'a team file': inFile((filePath) => openMembership({ filePath })),
    'the state of a journal\'s recovery': inFile((filePath) => readState(filePath.replace(/\.recovery\.json$/, ''))),
    'an audit file': (text) => holdsAuditLines(handleOf(text), 0),
    'the end of an audit file': (text) => lastIdBefore(handleOf(text), Buffer.byteLength(text)),
  }),
}
