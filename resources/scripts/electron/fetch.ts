// Downloads Electron's binary with progress, resumable; from a mirror and through a proxy if the environment names
// one.
import { copyFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root, run } from '../common.mjs'
import { download } from './download.ts'
import { progressPrinter } from './progress.ts'

/** The used part of `@electron/get`, with which the package `electron` installs its binary. */
interface ElectronGet {
  downloadArtifact(details: object): Promise<string>
}

/** The archive to download, and its target; derived from the installed package `electron` except in tests. */
export interface FetchOptions {
  readonly version: string
  readonly checksums: Readonly<Record<string, string>>
  /** The cache of finished archives, shared by projects; by default the package's own. */
  readonly cacheRoot?: string | undefined
  /** The folder of interrupted downloads. */
  readonly partialFolder: string
}

const electronPackage = createRequire(join(root, 'node_modules', 'electron', 'package.json'))

/**
 * Downloads the archive of Electron's binary into the cache of `@electron/get` and returns its path. A finished
 * download is used without network. Rejects if the download fails or its checksum is wrong.
 */
export async function fetchArchive({ version, checksums, cacheRoot, partialFolder }: FetchOptions): Promise<string> {
  const { downloadArtifact } = electronPackage('@electron/get') as ElectronGet
  const onProgress = progressPrinter()
  return await downloadArtifact({
    version, artifactName: 'electron', platform: process.platform, arch: process.arch, checksums, cacheRoot,
    downloader: {
      // The target is in a folder that is removed if the download fails, so the partial file is elsewhere.
      async download(url: string, target: string) {
        const file = join(partialFolder, `electron-${version}-${process.platform}-${process.arch}.zip`)
        await download(url, file, { onProgress })
        copyFileSync(file, target)
        rmSync(file)
      },
    },
  })
}

/** Downloads and unpacks Electron's binary for this machine; if that fails, prints the reason in one line. */
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
  // From the cache: the package's own installer verifies the archive again and unpacks it.
  await run('node', ['node_modules/electron/install.js'])
}

/** The reason in one line, without addresses. */
function reasonOf(error: unknown): string {
  const { code, message, errors } = error as { code?: string, message?: string, errors?: readonly unknown[] }
  if (!message && errors?.[0] !== undefined) return reasonOf(errors[0])
  const text = (message || code || String(error)).split('\n')[0] ?? ''
  return text.replace(/https?:\/\/\S+/g, 'its address').slice(0, 160)
}
