/** The state of the recovery after any events in any order, and after a disk that refuses in the middle. */
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeFiles, completeChange, removeUnfinished } from '../../../electron/journal/recovery/file-changes.ts'
import { filesOf } from '../../../electron/journal/recovery/file-names.ts'
import {
  afterEvent, initialState, recoveryStateSchema, type FileChange, type RecoveryEvent, type RecoveryState,
} from '../../../electron/journal/recovery/state.ts'
import { advance, readState } from '../../../electron/journal/recovery/state-file.ts'
import { chargeAll, closedJournal, day, entriesIn } from './files.ts'
import { freshPath, openHere, valueOf } from './with-journal.ts'

const fileName = 'journal.replaced-20261120T080000000Z.sqlite'
const restored = { fileName: 'journal-20261119T080000000Z.sqlite', at: day(20), added: 1, known: 1, lost: 0, waiting: 0 }
const replace: FileChange = { kind: 'replace', fileName, restored }

const events: fc.Arbitrary<RecoveryEvent> = fc.oneof(
  fc.constantFrom<RecoveryEvent>(
    { event: 'damage-found' }, { event: 'found-whole' }, { event: 'change-begun', change: replace },
    { event: 'change-begun', change: { kind: 'quarantine', fileName } }, { event: 'change-abandoned' },
    { event: 'change-completed' }, { event: 'restore-noted' }, { event: 'missing-given-up' },
    { event: 'file-given-up', fileName },
  ),
  fc.record({ event: fc.constant('missing-found' as const), what: fc.constantFrom('one', 'two') }),
  fc.record({
    event: fc.constant('file-salvaged' as const), fileName: fc.constant(fileName), lost: fc.constantFrom(0, 1, null),
    waiting: fc.constantFrom(0, 1),
  }),
)

const always = (holds: (before: RecoveryState, happened: RecoveryEvent, after: RecoveryState) => boolean) => {
  fc.assert(fc.property(fc.array(events, { maxLength: 30 }), (happened) => {
    happened.reduce((before, event) => {
      const after = afterEvent(before, event)
      expect(holds(before, event, after), JSON.stringify({ before, event, after })).toBe(true)
      return after
    }, initialState)
  }))
}

describe('the state machine', () => {
  it('always leads to a state that can be read back', () => {
    always((_before, _event, after) => recoveryStateSchema.safeParse(JSON.parse(JSON.stringify(after))).success)
  })

  it('contains a restore until the audit trail has it or another one was carried out', () => {
    always((before, { event }, after) => before.restored === null || after.restored !== null
      || event === 'restore-noted' || (event === 'change-completed' && before.change?.kind === 'replace'))
  })

  it('contains a missing part until a person gives it up or a backup is restored', () => {
    always((before, { event }, after) => before.missing === null || after.missing !== null
      || event === 'missing-given-up' || (event === 'change-completed' && before.change?.kind === 'replace'))
  })

  it('drops damage only if all was read, or the file is another one', () => {
    always((before, { event }, after) => !before.damaged || after.damaged
      || event === 'found-whole' || event === 'change-completed')
  })

  it('keeps decisions of a person', () => {
    always((before, _event, after) => before.quarantined[fileName] !== 'resolved' || after.quarantined[fileName] === 'resolved')
  })
})

describe('a disk that refuses a write', () => {
  const refusing = (at: string) => (step: string): void => {
    if (step === at) throw Object.assign(new Error('the disk'), { code: 'EIO' })
  }

  async function beforeReplacing(): Promise<string> {
    const path = freshPath()
    await closedJournal(path, ['a'])
    writeFileSync(filesOf(path).restored, 'the new one')
    return path
  }

  it('between the two renames: the journal has its own name again, and no start changes them any more', async () => {
    const path = await beforeReplacing()
    expect(() => { changeFiles(path, replace, refusing('put-aside')) }).toThrow('the disk')
    expect(readState(path).change).toBeNull()
    expect(completeChange(path)).toBeNull()
    expect(await entriesIn(openHere(path).journal)).toEqual([['a', 'approved']])
    expect(readdirSync(dirname(path)).filter((name) => /replaced|restored/.test(name))).toEqual([])
  })

  it('after them: what was restored stays, and the next start records it', async () => {
    const path = await beforeReplacing()
    expect(() => { changeFiles(path, replace, refusing('in-place')) }).toThrow('the disk')
    removeUnfinished(path)
    expect(completeChange(path)).toEqual(replace)
    expect(readState(path)).toMatchObject({ change: null, restored, quarantined: { [fileName]: 'resolved' } })
    expect(existsSync(filesOf(path).restored)).toBe(false)
  })

  it.skipIf(!existsSync('/dev/full'))('of the state: the restore fails with a message, and the journal does not change', async () => {
    const { journal, connection } = openHere()
    await chargeAll(journal, ['a'])
    const backup = await valueOf(journal.backUp({ at: day(19) }))
    await chargeAll(journal, ['b'])
    advance(connection.path, { event: 'missing-found', what: 'so that there is a state' })
    symlinkSync('/dev/full', `${filesOf(connection.path).state}.new`)
    expect(await journal.restore({ fileName: backup.fileName, at: day(20) }))
      .toMatchObject({ ok: false, failure: { code: 'backup-unusable', detail: expect.stringContaining('disk') } })
    expect(await entriesIn(journal)).toEqual([['a', 'approved'], ['b', 'approved']])
    await valueOf(journal.restore({ fileName: backup.fileName, at: day(20) }))
    expect(await entriesIn(journal)).toEqual([['a', 'approved'], ['b', 'approved']])
  })
})
