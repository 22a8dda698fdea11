import { CircleCheck, Clock, Info, OctagonX, TriangleAlert } from '@lucide/vue'
import type { Component } from 'vue'

/** The meaning of a coloured ground: success, failure, in progress, uncertain, or information. */
export type Kind = 'good' | 'bad' | 'wait' | 'warning' | 'info'

/** Each meaning has its own shape, so that colour is never the only sign. */
export const kindIcons: Readonly<Record<Kind, Component>> = {
  good: CircleCheck,
  bad: OctagonX,
  wait: Clock,
  warning: TriangleAlert,
  info: Info,
}
