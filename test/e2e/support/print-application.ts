// Builds a small application around the product's printing module, so that tests can print any page.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import type { PrintedPage } from '../../../electron/desk/printing.ts'
import type { RunningApp } from './launch.ts'
import type { PrintMainGlobals } from './print-main.ts'

const project = resolve(import.meta.dirname, '../../..')

/** Builds the application into a folder; `remove` deletes the folder. */
export async function buildPrintApplication(): Promise<{ appPath: string, remove(): void }> {
  const artifacts = join(project, 'test/.artifacts')
  mkdirSync(artifacts, { recursive: true })
  const appPath = mkdtempSync(join(artifacts, 'print-'))
  writeFileSync(join(appPath, 'package.json'), JSON.stringify({ name: 'prints', version: '1.0.0', main: 'print-main.cjs' }))
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: appPath,
      emptyOutDir: false,
      rolldownOptions: {
        input: { 'print-main': join(import.meta.dirname, 'print-main.ts') },
        external: ['electron', ...builtinModules, /^node:/],
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' },
      },
    },
  })
  return { appPath, remove: () => { rmSync(appPath, { recursive: true, force: true, maxRetries: 5 }) } }
}

/** Prints a page as PDF; returns its bytes. */
export async function printPdf(app: RunningApp, html: string, logo: Uint8Array | null = null): Promise<Uint8Array> {
  const base64 = await app.evaluate(async (_electron, [text, picture]: [string, string | null]) => {
    const { printing } = globalThis as unknown as PrintMainGlobals
    const page = { html: text, logo: picture === null ? null : new Uint8Array(Buffer.from(picture, 'base64')) } satisfies PrintedPage
    return Buffer.from(await printing.pdf(page)).toString('base64')
  }, [html, logo === null ? null : Buffer.from(logo).toString('base64')] as [string, string | null])
  return new Uint8Array(Buffer.from(base64, 'base64'))
}

/** The log entries of requests that the printed pages tried and were refused. */
export const deniedRequests = (app: RunningApp): Promise<unknown[]> =>
  app.evaluate(() => (globalThis as unknown as PrintMainGlobals).denied)
