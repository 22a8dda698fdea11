/** The inner side of a killed process: it handles the messages of its parent and ends with it. */

/** Sends a message to the parent process. */
export function send<From>(message: From): void {
  process.send?.(message)
}

/** Handles every message from now on. An error is printed and ends the process with another code than a kill. */
export function serve<To>(obey: (message: To) => Promise<void>): void {
  process.on('message', (message) => {
    obey(message as To).catch((error: unknown) => {
      console.error(error)
      process.exit(2)
    })
  })
  // The parent has ended: nothing must stay behind.
  process.on('disconnect', () => { process.exit() })
  send({ kind: 'loaded' })
}

/** Ends this process as a power cut would. */
export function dieNow(): void {
  process.kill(process.pid, 'SIGKILL')
}
