import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Counts how often a person reopened the open screen by its link; each time the screen starts again, empty. */
export const useScreenStart = defineStore('screen-start', () => {
  const count = ref(0)

  function startOver(): void {
    count.value += 1
  }

  return { count, startOver }
})
