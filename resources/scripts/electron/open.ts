// Opens the built application in Electron's binary, or prints why that is not possible here.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { sandboxRemedy } from '../sandbox-allowed.mjs'
import type { Machine } from '../start/machine.ts'
import type { Outcome } from '../start/outcome.ts'
import { installPackages } from '../start/packages.ts'
import { reasonOfFailure, type Reason } from './failure.ts'
import { launchElectron } from './launch.ts'

/**
 * Opens Electron and returns the application's exit code. If it does not open a window it prints the reason; on
 * Debian as root it installs the missing packages and tries once more.
 */
export async function openElectron(
  binary: string, machine: Machine, args: readonly string[], yes: boolean,
): Promise<Outcome> {
  const remedy = machine.noSandboxAllowed ? null : sandboxRemedy(binary)
  if (remedy !== null) return printReason({ sentence: remedy, packages: [], noDisplay: false })
  if (machine.noSandboxAllowed) console.log('Electron runs without its sandbox, as asked by GATEWAY_CONSOLE_ALLOW_NO_SANDBOX.')
  const all = [...(machine.noSandboxAllowed ? ['--no-sandbox'] : []), '.', ...args]
  console.log('Opening Gateway Console.')
  const first = await launchElectron(binary, all)
  if (first.kind === 'ended') return { exitCode: first.exitCode }
  const reason = reasonOfFailure(first.failure, circumstances(binary, machine))
  const canInstall = reason.packages.length > 0 && machine.root && machine.system === 'debian'
  if (!canInstall) return printReason(reason)
  console.log(`Electron cannot start: ${reason.sentence}.`)
  if (!await installPackages(reason.packages, yes)) return 'go-on'
  const second = await launchElectron(binary, all)
  if (second.kind === 'ended') return { exitCode: second.exitCode }
  return printReason(reasonOfFailure(second.failure, circumstances(binary, machine)))
}

function printReason(reason: Reason): Outcome {
  console.log(`Electron cannot start: ${reason.sentence.replace(/\.$/, '')}.`)
  return reason.noDisplay ? 'no-display' : 'go-on'
}

function circumstances(binary: string, { system }: Machine) {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const ldd = process.platform === 'linux' ? spawnSync('ldd', [binary], { encoding: 'utf8' }).stdout : null
  return {
    system,
    version: Number.parseInt(/^VERSION_ID="?(\d+)/m.exec(release)?.[1] ?? '0', 10),
    ldd: ldd ?? '',
    sandbox: sandboxRemedy(binary),
  }
}
