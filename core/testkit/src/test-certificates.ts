/** A certificate with its key, in PEM. @stability experimental */
export interface TestCertificate {
  readonly cert: string
  readonly key: string
}

/**
 * A certificate for tests that belongs to no one and is its own authority: for `smsc.example` and 127.0.0.1, valid from
 * 2000 to 2099. Its key is known to all who have this package.
 * @stability experimental
 */
export const TEST_CERTIFICATE: TestCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBcDCCARagAwIBAgIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxzbXNjLmV4
YW1wbGUwIBcNMDAwMTAxMDAwMDAwWhgPMjEwMDAxMDEwMDAwMDBaMBcxFTATBgNV
BAMMDHNtc2MuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKBdPjWO
itrI58b/u2iKtJAAXjTCzfFrb/Eq2heiHEhto6obvx2+SUNb+z/vgJIPHLPMn36Y
lZPA5BG6vPn4/WejUTBPMB0GA1UdEQQWMBSCDHNtc2MuZXhhbXBsZYcEfwAAATAP
BgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBSBF2QC3/bDxqSU40hdrmHuSrXujzAK
BggqhkjOPQQDAgNIADBFAiALziq8UhU7BbM1ZUWs8As+iEPi3iTjjU8f0GNYH42E
LwIhAOdN8FybQFK9MF5zooMRvfaUJVx+mlO2OOR4WJb1/r0+
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJpGqThzydr+Up1Sb
Uysy2nDz2PtjsWaTaFk+cMoGJbuhRANCAASgXT41jorayOfG/7toirSQAF40ws3x
a2/xKtoXohxIbaOqG78dvklDW/s/74CSDxyzzJ9+mJWTwOQRurz5+P1n
-----END PRIVATE KEY-----`,
}

/**
 * Another one, for `localhost` and 127.0.0.1, valid from 2026 to 2126: for renewals, and for authorities that vouch for
 * something else.
 * @stability experimental
 */
export const OTHER_TEST_CERTIFICATE: TestCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUI5plsftjk3oGVcxhkvxyPIA87wUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDE2MzkxMVoYDzIxMjYxMDI3
MTYzOTExWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATCwKHjiBGf1y5HCzRf2XQRgQX6KPI+TWXXWE2mvqg0la6KWdQVwHnG
4NzYtTbMgeYh/TGkVd8pCrz+jVEwSlcto28wbTAdBgNVHQ4EFgQU2oBLkVqOkV8i
7A5S02l3KyhpmO8wHwYDVR0jBBgwFoAU2oBLkVqOkV8i7A5S02l3KyhpmO8wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAKfR07T/ld0mJ69qQOYYjWt/hkZTmS8aPbT64qIR0TfXAiEA
jlLOxp4+h0jf4+fkVLlX8Y9YOYb9qeAxWh8yNfdDXcs=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCOFz7yklsaG2ypzj
+NQ1nwSfVZWGGK7k+TuzlnArakqhRANCAATCwKHjiBGf1y5HCzRf2XQRgQX6KPI+
TWXXWE2mvqg0la6KWdQVwHnG4NzYtTbMgeYh/TGkVd8pCrz+jVEwSlct
-----END PRIVATE KEY-----
`,
}
