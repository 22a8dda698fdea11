import { CircleCheck, CircleQuestionMark, Clock, Info, OctagonX, TriangleAlert } from '@lucide/vue'
import type { Component } from 'vue'

/**
 * The kind of a state or notice: success, failure, in progress, in need of attention, unknown outcome, or information.
 * As `data-kind` it sets the colours (`styles/tokens.css`).
 */
export type Kind = 'good' | 'bad' | 'wait' | 'warning' | 'unknown' | 'info'

/** Each kind has its own shape, so that colour is never the only sign. A question mark is only for the unknown. */
export const kindIcons: Readonly<Record<Kind, Component>> = {
  good: CircleCheck,
  bad: OctagonX,
  wait: Clock,
  warning: TriangleAlert,
  unknown: CircleQuestionMark,
  info: Info,
}
