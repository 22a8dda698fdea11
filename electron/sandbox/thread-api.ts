import type { Result } from '#shared/result.ts'
import type { ArmedFault } from './faults/faults.ts'
import type { SandboxDescription } from './port.ts'
import type { SandboxFailure } from './run.ts'

/** Sent by the thread for an unforeseen error during a request. */
export interface DefectReport {
  readonly defect: unknown
}

/** The main side's calls to the thread; its `workerData` are the `SandboxOptions`. */
export interface SandboxThread {
  /** Starts the gateway, or answers as it did the first time. */
  start(): Promise<Result<SandboxDescription, SandboxFailure>>
  setPublicKey(publicKeyPem: string): Promise<void>
  armFault(fault: ArmedFault): Promise<void>
  clearFaults(): Promise<void>
  close(): Promise<void>
}
