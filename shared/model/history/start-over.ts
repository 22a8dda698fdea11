/** The phrase that a person types to start the desk over. Without schemas: the first screen loads it. */
export const startOverPhrase = 'start over'
