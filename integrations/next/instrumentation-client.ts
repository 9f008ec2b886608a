// Next loads its chunks by their URL, and has no policy of its own for Trusted Types.
window.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (url.startsWith('/_next/') ? url : ''),
});
