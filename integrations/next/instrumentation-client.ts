// Next loads its chunks by URL, without a Trusted Types policy of its own.
window.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (url.startsWith('/_next/') ? url : ''),
});
