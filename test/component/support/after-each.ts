// Runs for every file, though its modules are shared: what one test showed is removed before the next.
import { afterEach } from 'vitest'
import { forgetMessages } from '../../../renderer/ui/messages/announcer.ts'
import { unmountAll } from './mount.ts'

afterEach(() => {
  unmountAll()
  forgetMessages()
})
