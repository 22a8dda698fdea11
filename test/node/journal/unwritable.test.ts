import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { charge, entryId, masked, observation, outcome } from './samples.ts'
import { smallDisk } from './small-disk.ts'
import { freshPath, openHere, start, valueOf } from './with-journal.ts'

const unwritable = (detail: string) =>
  ({ ok: false, failure: { code: 'journal-unwritable', detail: expect.stringContaining(detail) } })

describe('a journal that cannot be written', () => {
  it('reports that the disk is full, keeps its entries, and works again when there is space', async () => {
    const { journal, connection } = openHere()
    await valueOf(journal.recordIntent(charge('before')))
    connection.database.exec('PRAGMA max_page_count = 1')
    const long = { signedText: masked('x'.repeat(200_000)) }
    expect(await journal.recordIntent(charge('full', long))).toEqual(unwritable('The disk is full.'))
    expect(await journal.recordOutcome(outcome('before', { reply: long.signedText }))).toEqual(unwritable('The disk is full.'))
    expect(await journal.recordObservation(observation('before', { reply: long.signedText })))
      .toEqual(unwritable('The disk is full.'))
    expect(await valueOf(journal.entry({ entryId: entryId('full') }))).toBeNull()
    connection.database.exec('PRAGMA max_page_count = 1000000')
    await valueOf(journal.recordIntent(charge('full', long)))
    await valueOf(journal.recordOutcome(outcome('before')))
  })

  it('reports a full disk with a message, and every acknowledged intent exists afterwards', async (context) => {
    const { folder, fill, makeRoom } = smallDisk(context, '1m')
    fill(800_000)
    const journal = await start(join(folder, 'journal.sqlite'))
    const acknowledged: string[] = []
    let refusal: unknown = null
    for (let number = 0; refusal === null && number < 500; number++) {
      const answer = await journal.port.recordIntent(charge(String(number), { signedText: masked('x'.repeat(20_000)) }))
      if (answer.ok) acknowledged.push(String(number))
      else refusal = answer
    }
    expect(refusal).toEqual(unwritable('disk'))
    await journal.end()
    makeRoom()
    const { port } = await start(join(folder, 'journal.sqlite'))
    for (const name of acknowledged) expect(await valueOf(port.entry({ entryId: entryId(name) }))).not.toBeNull()
    await valueOf(port.recordIntent(charge('again')))
  })

  it.skipIf(process.platform === 'win32')('refuses writes if its file or its log was deleted or replaced while open', async () => {
    for (const lost of ['', '-wal']) {
      const path = freshPath()
      const { journal } = openHere(path)
      await valueOf(journal.recordIntent(charge('before')))
      renameSync(`${path}${lost}`, `${path}.moved`)
      expect(await journal.recordIntent(charge('after'))).toEqual(unwritable('deleted or replaced'))
      writeFileSync(`${path}${lost}`, '')
      expect(await journal.recordIntent(charge('later'))).toEqual(unwritable('deleted or replaced'))
    }
  })

  it('refuses writes if it is read-only', async () => {
    const { journal, connection } = openHere()
    connection.database.exec('PRAGMA query_only = ON')
    expect(await journal.recordIntent(charge('one'))).toEqual(unwritable('read-only'))
  })
})
