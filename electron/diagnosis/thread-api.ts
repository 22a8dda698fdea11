import type { ControlCandidate } from '#shared/inspect/control/plan.ts'
import type { DiagnosisAnswer } from '#shared/model/diagnosis.ts'
import type { MatchControl, MatchHmac } from './ports.ts'

/** What the thread asks of the main side while its one diagnosis runs; `workerData` is the `DiagnosisRequest`. */
export interface ThreadHelp {
  matchControl(request: { control: string; candidates: readonly ControlCandidate[] }): ReturnType<MatchControl>
  matchHmac(request: Parameters<MatchHmac>[0]): ReturnType<MatchHmac>
  progress(tried: number): Promise<void>
  /** The thread is done. */
  finish(answer: DiagnosisAnswer): Promise<void>
}
