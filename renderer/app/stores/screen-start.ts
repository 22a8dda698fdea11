import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Counts how often a person went to the start of the open screen; the screen then starts again, empty. */
export const useScreenStart = defineStore('screen-start', () => {
  const count = ref(0)

  function startOver(): void {
    count.value += 1
  }

  return { count, startOver }
})
