/** A process that holds the journal and carries out its parent's commands, one line per step, until it is killed. */
import { createInterface } from 'node:readline'
import { startJournal } from '../../../electron/journal/client.ts'
import { charge, outcome } from './samples.ts'

const [workerPath = '', databasePath = ''] = process.argv.slice(2)
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)

async function hold(): Promise<void> {
  const started = await startJournal({ workerPath, databasePath, onDefect: say })
  say(started.ok ? 'open' : started.failure)
  if (!started.ok) process.exit(1)

  for await (const line of createInterface({ input: process.stdin })) {
    const [verb, name = ''] = line.split(' ')
    if (verb === 'intent') say(await started.value.port.recordIntent(charge(name)))
    if (verb === 'outcome') say(await started.value.port.recordOutcome(outcome(name)))
  }
}

void hold()
