/** The vault behind its real client and messages, in this process: most test desks need no process that ends. */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { serve, type Channel } from '../../../electron/common/processes/rpc.ts'
import type { VaultProcess } from '../../../electron/vault/client.ts'
import { isConfigure } from '../../../electron/vault/messages.ts'
import { createMissingKeychain } from '../../../electron/vault/keychain/missing-keychain.ts'
import { nativeModulePath } from '../../../electron/vault/keychain/native-entries.ts'
import { keychainName, switchedOff } from '../../../electron/vault/keychain/native-failure.ts'
import { createVault } from '../../../electron/vault/vault.ts'

/** Replaces a process without a keychain: messages are copied, and `kill` drops its memory. */
export function vaultHere(): VaultProcess {
  const { port1: outside, port2: inside } = new MessageChannel()
  inside.once('message', (message) => {
    if (isConfigure(message)) serveVault(inside)
  })
  return {
    postMessage: (message) => { outside.postMessage(message) },
    kill() {
      outside.close()
      return true
    },
    on: (event, listener) => outside.on(event, listener),
    once: (_exit, listener) => outside.once('close', listener),
  }
}

function serveVault(port: MessagePort): void {
  const channel: Channel = {
    post: (message) => { port.postMessage(message) },
    onMessage: (listener) => port.on('message', listener),
    onEnd: (listener) => port.once('close', () => { listener('the vault was killed') }),
  }
  const vault = createVault({
    keychain: createMissingKeychain(switchedOff), keychainName: keychainName(process.platform, undefined),
    wasInstalled: () => false, nativeModulePath,
  })
  serve(channel, { ...vault }, () => undefined)
}
