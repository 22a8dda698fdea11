import { CircleCheck, Clock, Info, OctagonX, TriangleAlert } from '@lucide/vue'
import type { Component } from 'vue'

/** What a coloured ground means: it went well, it failed, it is under way, nobody knows, or just so you know. */
export type Kind = 'good' | 'bad' | 'wait' | 'warning' | 'info'

/** Each meaning has its own shape, so that colour is never the only sign. */
export const kindIcons: Readonly<Record<Kind, Component>> = {
  good: CircleCheck,
  bad: OctagonX,
  wait: Clock,
  warning: TriangleAlert,
  info: Info,
}
