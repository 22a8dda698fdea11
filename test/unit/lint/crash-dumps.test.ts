import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Names in Electron and Node that write the memory of a process to a file or send it away. */
const dumps = [
  'crashReporter', 'uploadToServer', 'HeapSnapshot', 'setFlagsFromString', 'process.report', 'contentTracing', 'netLog',
  'report-on-', 'heapsnapshot', 'abort-on-uncaught-exception',
]

test('no line of the application or of its packaging writes a process’s memory to a file, or sends it anywhere', () => {
  const files = globSync(['electron/**/*.ts', 'resources/**/*.{mjs,ts,cjs}', 'electron-builder.yml', 'electron.vite.config.ts'])
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return dumps.filter((word) => text.includes(word)).map((word) => `${word} in ${file}`)
  })
  expect(found).toEqual([])
})
