/**
 * Builds the entries of processes and threads as the product does, once for all files of a run: a bundle starts in a
 * quarter of the time of its sources, and most tests start three. What was built lies in a folder named after its
 * content, so that runs beside each other cannot disturb one another.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build, type Rolldown } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built entries. */
    builtEntries: string
  }
}

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/.cache/test-entries')
const at = (path: string) => join(root, 'electron', path)
const keptForMs = 24 * 3_600_000

export async function setup(project: TestProject): Promise<void> {
  project.provide('builtEntries', keep(await bundles()))
}

async function bundles(): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    configFile: false, root, logLevel: 'error',
    // As in the product the keychain's library stays outside.
    ssr: { noExternal: true, external: ['@napi-rs/keyring'] },
    build: {
      ssr: true, write: false, minify: false, target: 'node24',
      rolldownOptions: {
        input: {
          vault: at('vault/process.ts'), journal: at('journal/thread.ts'),
          sandbox: at('sandbox/thread.ts'), inspector: at('inspector/thread.ts'),
        },
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' },
      },
    },
  }) as Rolldown.RolldownOutput
  return built.output.filter((file) => file.type === 'chunk')
}

/** Writes what was built, unless it is there, and gives its folder. */
function keep(chunks: readonly Rolldown.OutputChunk[]): string {
  removeOld()
  const content = createHash('sha256')
  for (const { fileName, code } of chunks) content.update(`${fileName}\n${code}\n`)
  const kept = join(folder, content.digest('hex').slice(0, 16))
  if (existsSync(kept)) return kept
  const written = `${kept}-${randomUUID()}`
  for (const { fileName, code } of chunks) {
    const path = join(written, fileName)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code)
  }
  try {
    renameSync(written, kept)
  } catch (error) {
    // Another run was first.
    rmSync(written, { recursive: true })
    if (!existsSync(kept)) throw error
  }
  return kept
}

function removeOld(): void {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (Date.now() - statSync(path).mtimeMs > keptForMs) rmSync(path, { recursive: true, force: true })
  }
}
