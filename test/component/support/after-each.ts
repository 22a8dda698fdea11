// Runs for every file: files share their modules, so each test must remove what it has shown.
import { afterEach } from 'vitest'
import { forgetMessages } from '../../../renderer/ui/messages/announcer.ts'
import { unmountAll } from './mount.ts'

afterEach(() => {
  unmountAll()
  forgetMessages()
})
