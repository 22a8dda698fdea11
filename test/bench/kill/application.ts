/** Entry of the process that is killed: the application's main side, which resolves, then charges and refunds. */
import type { FromApplication, Installation, ToApplication } from './messages.ts'
import { workTogether } from './people.ts'
import { seeded } from './random.ts'
import { openApplication, type Application } from './services.ts'
import { findPayments, findLeft, findSold, resolveAll } from './resolve.ts'

const installation = JSON.parse(process.argv[2] ?? '') as Installation
const say = (message: FromApplication): void => { process.send?.(message) }
let application: Application | null = null

async function obey(message: ToApplication): Promise<void> {
  switch (message.kind) {
    case 'begin': {
      application = await openApplication(installation)
      await resolveAll(application, new Set(message.askedBefore))
      say({ kind: 'resolved', payments: await findPayments(application, message.report) })
      return
    }
    case 'work': {
      if (application === null) throw new Error('nothing is open')
      const { round, seed } = message
      const [sold, left] = [await findSold(application), await findLeft(application)]
      await workTogether({ application, random: seeded(seed), round, sold, left, say })
      say({ kind: 'idle' })
      return
    }
    case 'end': {
      await application?.end()
      process.disconnect()
    }
  }
}

process.on('message', (message) => {
  obey(message as ToApplication).catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})
// Who kills is gone: nothing must stay behind.
process.on('disconnect', () => { process.exit() })
say({ kind: 'loaded' })
