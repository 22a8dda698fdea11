// Fetches Electron's binary with progress, resumable; from a mirror and through a proxy where the environment names
// one.
import { copyFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root, run } from '../common.mjs'
import { download } from './download.ts'
import { progressPrinter } from './progress.ts'

/** What of `@electron/get`, which the package `electron` installs its binary with, is used here. */
interface ElectronGet {
  downloadArtifact(details: object): Promise<string>
}

/** Which archive to fetch, and where to; all derived from the installed package `electron` unless a test says else. */
export interface FetchOptions {
  readonly version: string
  readonly checksums: Readonly<Record<string, string>>
  /** Where finished archives are kept between projects; the package's own default when left out. */
  readonly cacheRoot?: string | undefined
  /** Where a download that broke off waits to be continued. */
  readonly partialFolder: string
}

const electronPackage = createRequire(join(root, 'node_modules', 'electron', 'package.json'))

/**
 * Brings the archive of Electron's binary into the cache of `@electron/get` and gives its path. A finished one is taken
 * from there without a network. Rejects when it cannot be fetched or its checksum is not the expected one.
 */
export async function fetchArchive({ version, checksums, cacheRoot, partialFolder }: FetchOptions): Promise<string> {
  const { downloadArtifact } = electronPackage('@electron/get') as ElectronGet
  const onProgress = progressPrinter()
  return await downloadArtifact({
    version, artifactName: 'electron', platform: process.platform, arch: process.arch, checksums, cacheRoot,
    downloader: {
      // The target lies in a folder that is removed when the download fails: what is continued lies elsewhere.
      async download(url: string, target: string) {
        const file = join(partialFolder, `electron-${version}-${process.platform}-${process.arch}.zip`)
        await download(url, file, { onProgress })
        copyFileSync(file, target)
        rmSync(file)
      },
    },
  })
}

/** Fetches and unpacks Electron's binary for this machine; where that fails, says why in one line. */
export async function fetchElectron(): Promise<void> {
  const { version } = electronPackage('./package.json') as { version: string }
  console.log(`Electron's binary is not here yet: fetching version ${version} …`)
  try {
    await fetchArchive({
      version,
      checksums: electronPackage('./checksums.json') as Record<string, string>,
      cacheRoot: process.env.electron_config_cache,
      partialFolder: join(root, '.cache', 'electron'),
    })
  } catch (error) {
    console.log(`Electron's binary could not be fetched (${reasonOf(error)}).`)
    return
  }
  // From the cache: the package's own installer checks the archive again and unpacks it.
  await run('node', ['node_modules/electron/install.js'])
}

/** The reason in one line, without addresses. */
function reasonOf(error: unknown): string {
  const { code, message, errors } = error as { code?: string, message?: string, errors?: readonly unknown[] }
  if (!message && errors?.[0] !== undefined) return reasonOf(errors[0])
  const text = (message || code || String(error)).split('\n')[0] ?? ''
  return text.replace(/https?:\/\/\S+/g, 'its address').slice(0, 160)
}
