/** The inner side of a process that is killed: it obeys the messages of who started it and ends with them. */

/** Sends a message to who started this process. */
export function say<From>(message: From): void {
  process.send?.(message)
}

/** Obeys every message from now on. An error is printed and ends the process, but not as a kill does. */
export function serve<To>(obey: (message: To) => Promise<void>): void {
  process.on('message', (message) => {
    obey(message as To).catch((error: unknown) => {
      console.error(error)
      process.exit(2)
    })
  })
  // Who kills is gone: nothing must stay behind.
  process.on('disconnect', () => { process.exit() })
  say({ kind: 'loaded' })
}

/** Ends this process as a power cut would. */
export function dieNow(): void {
  process.kill(process.pid, 'SIGKILL')
}
