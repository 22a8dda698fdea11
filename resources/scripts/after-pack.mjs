import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

// electron-builder's numbers of the processor architectures.
const ARCHITECTURES = ['ia32', 'x64', 'armv7l', 'arm64', 'universal']

function resourcesFolder({ appOutDir, electronPlatformName, packager }) {
  if (electronPlatformName !== 'darwin') return join(appOutDir, 'resources')
  return join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
}

/**
 * electron-builder's hook: the native module of the keychain library must lie outside the archive, for the platform
 * that was packed. Packed for another platform than this one, it would be missing and the application would start
 * without a keychain: refuse such a package.
 */
export default function afterPack(context) {
  const platform = context.electronPlatformName
  const architecture = ARCHITECTURES[context.arch]
  const scope = join(resourcesFolder(context), 'app.asar.unpacked', 'node_modules', '@napi-rs')
  const packages = existsSync(scope) ? readdirSync(scope) : []
  const fits = (name) => name.startsWith(`keyring-${platform}-`)
    && (architecture === 'universal' || name.includes(architecture))
  const holdsModule = (name) => readdirSync(join(scope, name)).some((file) => file.endsWith('.node'))
  if (packages.some((name) => fits(name) && holdsModule(name))) return
  const found = packages.join(', ') || 'nothing'
  throw new Error(`The keychain's native module for ${platform} ${architecture} is not in ${scope} (there: ${found})`)
}
