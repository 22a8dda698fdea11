import { join } from 'node:path'
import { extractFile } from '@electron/asar'
import { nativeModuleDigests } from './native-modules.mjs'

// electron-builder's numbers of the processor architectures.
const ARCHITECTURES = ['ia32', 'x64', 'armv7l', 'arm64', 'universal']

function resourcesFolder({ appOutDir, electronPlatformName, packager }) {
  if (electronPlatformName !== 'darwin') return join(appOutDir, 'resources')
  return join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
}

/**
 * electron-builder's hook: the native module of the keychain library must be outside the archive, for the packed
 * platform, and have the digest that the build put into the archive. If it was packed for another platform than
 * this one, or after another version was installed, it would be missing or refused and the application would start
 * without a keychain: refuse such a package.
 */
export default function afterPack(context) {
  const platform = context.electronPlatformName
  const architecture = ARCHITECTURES[context.arch]
  const resources = resourcesFolder(context)
  const unpacked = join(resources, 'app.asar.unpacked', 'node_modules')
  const packed = Object.entries(nativeModuleDigests(unpacked))
  const fits = (path) => path.startsWith(`@napi-rs/keyring-${platform}-`)
    && (architecture === 'universal' || path.includes(architecture))
  if (!packed.some(([path]) => fits(path))) {
    const found = packed.map(([path]) => path).join(', ') || 'nothing'
    throw new Error(`The keychain's native module for ${platform} ${architecture} is not in ${unpacked} (there: ${found})`)
  }
  const vault = extractFile(join(resources, 'app.asar'), join('out', 'main', 'vault.cjs')).toString()
  const unknown = packed.filter(([, digest]) => !vault.includes(digest)).map(([path]) => path)
  if (unknown.length > 0) throw new Error(`Build again: the digest of ${unknown.join(', ')} is not in out/main/vault.cjs`)
}
