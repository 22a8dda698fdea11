import type { DiagnosisAnswer } from '#shared/model/answers/diagnosis.ts'
import type { DiagnosisHelp } from './port.ts'

/** The thread's calls to main during its only diagnosis; `workerData` is the `DiagnosisRequest`. */
export interface ThreadHelp extends Pick<DiagnosisHelp, 'matchControl' | 'matchHmac'> {
  nonceUse(request: { nonce: string }): ReturnType<DiagnosisHelp['nonceUse']>
  progress(request: { tried: number }): Promise<void>
  /** Ends the thread with its answer. */
  finish(answer: DiagnosisAnswer): Promise<void>
}
