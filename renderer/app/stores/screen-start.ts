import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Counts how often a person went to the start of the screen that is open; the screen then begins again, empty. */
export const useScreenStart = defineStore('screen-start', () => {
  const count = ref(0)

  function startOver(): void {
    count.value += 1
  }

  return { count, startOver }
})
