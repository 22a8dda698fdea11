import type { Result } from '#shared/result.ts'
import type { ArmedFault } from './faults/faults.ts'
import type { SandboxDescription } from './port.ts'
import type { SandboxFailure } from './run.ts'

/** Sent by the thread for an unforeseen error during a request. */
export interface DefectReport {
  readonly defect: unknown
}

/** The calls from main to the thread, whose `workerData` is the `SandboxOptions`. */
export interface SandboxThread {
  /** Starts the gateway, or returns the result of the first start. */
  start(): Promise<Result<SandboxDescription, SandboxFailure>>
  setPublicKey(publicKeyPem: string): Promise<void>
  armFault(fault: ArmedFault): Promise<void>
  clearFaults(): Promise<void>
  close(): Promise<void>
}
