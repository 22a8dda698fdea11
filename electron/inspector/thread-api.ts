import type { DiagnosisAnswer } from '#shared/model/answers/diagnosis.ts'
import type { DiagnosisHelp } from './port.ts'

/** The thread's calls to the main side during its one diagnosis; `workerData` is the `DiagnosisRequest`. */
export interface ThreadHelp extends Pick<DiagnosisHelp, 'matchControl' | 'matchHmac'> {
  nonceUse(request: { nonce: string }): ReturnType<DiagnosisHelp['nonceUse']>
  progress(request: { tried: number }): Promise<void>
  /** The thread is done. */
  finish(answer: DiagnosisAnswer): Promise<void>
}
