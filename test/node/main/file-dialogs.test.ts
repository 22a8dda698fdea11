// The folders in which the system's dialogs open. The system records the calls and returns what the test sets.
import { resolve } from 'node:path'
import type { BrowserWindow } from 'electron'
import { expect, it } from 'vitest'
import { createFileDialogs } from '../../../electron/main/window/file-dialogs.ts'

function dialogsAnswering() {
  const offeredFolders: (string | undefined)[] = []
  let answer: string | null = null
  const dialogs = createFileDialogs({
    showOpenDialog: async (...given: unknown[]) => {
      offeredFolders.push((given[1] as { defaultPath?: string }).defaultPath)
      return { canceled: answer === null, filePaths: answer === null ? [] : [answer] }
    },
    showSaveDialog: async (...given: unknown[]) => {
      offeredFolders.push((given[1] as { defaultPath?: string }).defaultPath)
      return { canceled: answer === null, filePath: answer ?? '' }
    },
  }, {} as BrowserWindow)
  return { dialogs, offeredFolders, answering: (path: string | null) => { answer = path } }
}

const at = (...parts: string[]) => resolve('/', ...parts)

it('a dialog opens in the folder where the last one of its kind ended; each kind has its own', async () => {
  const { dialogs, offeredFolders, answering } = dialogsAnswering()
  answering(at('keys', 'merchant.pem'))
  expect(await dialogs.openFile('Choose a private key')).toBe(at('keys', 'merchant.pem'))
  answering(at('team', 'invitation.json'))
  await dialogs.openFile('Choose an invitation')
  await dialogs.openFile('Choose a private key')
  await dialogs.openFile('Choose an invitation')
  expect(offeredFolders).toEqual([undefined, undefined, at('keys'), at('team')])
})

it('a file is saved in the folder of the last file of its kind, under its own name', async () => {
  const { dialogs, offeredFolders, answering } = dialogsAnswering()
  answering(at('exports', 'renamed.csv'))
  await dialogs.save('history-1.csv')
  await dialogs.save('history-2.csv')
  await dialogs.save('key.pem')
  expect(offeredFolders).toEqual(['history-1.csv', at('exports', 'history-2.csv'), 'key.pem'])
})

it('a chosen folder is offered again, and a cancelled dialog changes nothing', async () => {
  const { dialogs, offeredFolders, answering } = dialogsAnswering()
  answering(at('audit'))
  expect(await dialogs.openFolder('Choose the folder')).toBe(at('audit'))
  answering(null)
  expect(await dialogs.openFolder('Choose the folder')).toBeNull()
  expect(await dialogs.openFolder('Choose the folder')).toBeNull()
  expect(offeredFolders).toEqual([undefined, at('audit'), at('audit')])
})
