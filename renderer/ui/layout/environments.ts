import { FlaskConical, RadioTower, TestTubeDiagonal } from '@lucide/vue'
import type { Component } from 'vue'
import type { Environment } from '#shared/model/values/environment.ts'

/** The icon of each environment. */
export const environmentIcons: Readonly<Record<Environment, Component>> = {
  sandbox: FlaskConical,
  staging: TestTubeDiagonal,
  production: RadioTower,
}
