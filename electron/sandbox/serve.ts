/** The built-in gateway's thread. */
import type { MessagePort } from 'node:worker_threads'
import { serve } from '../common/processes/rpc.ts'
import { channelOver } from '../common/processes/thread.ts'
import { success } from '#shared/result.ts'
import type { SandboxOptions } from './port.ts'
import { runSandbox } from './run.ts'
import type { DefectReport, SandboxThread } from './thread-api.ts'

/** Runs the built-in gateway and serves its methods to the other side of a port. */
export function serveSandbox(port: MessagePort, options: SandboxOptions): void {
  const running = runSandbox({
    ...options,
    onDefect: (error) => { port.postMessage({ defect: error } satisfies DefectReport) },
  })

  const started = async () => {
    const result = await running
    if (!result.ok) throw new Error(result.failure.detail)
    return result.value
  }

  const methods: SandboxThread = {
    async start() {
      const result = await running
      return result.ok ? success(result.value.description) : result
    },
    async setPublicKey(publicKeyPem) {
      const sandbox = await started()
      sandbox.setPublicKey(publicKeyPem)
    },
    async armFault(fault) {
      const sandbox = await started()
      sandbox.armFault(fault)
    },
    async clearFaults() {
      const sandbox = await started()
      sandbox.clearFaults()
    },
    async close() {
      const result = await running
      if (result.ok) await result.value.close()
    },
  }

  // An exception of a method is returned to its caller; it must not end the thread.
  serve(channelOver(port), methods, () => undefined)
}
