import fc from 'fast-check'

// The same cases on every run and on every machine, so that a failure can be repeated.
fc.configureGlobal({ seed: 20_260_131 })
